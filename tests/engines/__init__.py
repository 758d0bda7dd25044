"""The real engines that the tests run on: which ones, their images, and starting them."""
