package org.esneg.testbed;

import java.util.List;

import org.elasticsearch.Build;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.rest.RestChannel;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;

/** {@code GET /}: the node, its cluster and its version, in the shape that clients check before they talk. */
record RootHandler(ClusterService clusterService) implements RestHandler {

    @Override
    public List<Route> routes() {
        return List.of(new Route(RestRequest.Method.GET, "/"), new Route(RestRequest.Method.HEAD, "/"));
    }

    @Override
    public void handleRequest(RestRequest request, RestChannel channel, NodeClient client) throws Exception {
        var build = Build.current();
        var metadata = clusterService.state().metadata();
        XContentBuilder answer = channel.newBuilder().prettyPrint().startObject();
        answer.field("name", clusterService.getNodeName());
        answer.field("cluster_name", clusterService.getClusterName().value());
        answer.field("cluster_uuid", metadata.clusterUUID());
        answer.startObject("version")
            .field("number", build.qualifiedVersion())
            .field("build_flavor", build.flavor())
            .field("build_type", build.type().displayName())
            .field("build_hash", build.hash())
            .field("build_date", build.date())
            .field("build_snapshot", build.isSnapshot())
            .field("lucene_version", IndexVersion.current().luceneVersion().toString())
            .field("minimum_wire_compatibility_version", build.minWireCompatVersion())
            .field("minimum_index_compatibility_version", build.minIndexCompatVersion())
            .endObject();
        answer.field("tagline", "You Know, for Search");
        channel.sendResponse(new RestResponse(RestStatus.OK, answer.endObject()));
    }
}
