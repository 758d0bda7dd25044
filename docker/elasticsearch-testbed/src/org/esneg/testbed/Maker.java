package org.esneg.testbed;

import java.io.IOException;

import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;

/** Makes a component from its settings; the settings are checked here, once, and not for every text. */
@FunctionalInterface
interface Maker<T> {
    T make(Args args) throws IOException;

    default AnalysisProvider<T> provider() {
        return (index, environment, name, settings) -> make(new Args(index, environment, name, settings));
    }

    /** For a component that cannot be used by its name alone, without a definition of its own. */
    default AnalysisProvider<T> needingSettings() {
        return AnalysisPlugin.requiresAnalysisSettings(provider());
    }
}
