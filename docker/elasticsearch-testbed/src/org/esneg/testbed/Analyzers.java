package org.esneg.testbed;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.bn.BengaliAnalyzer;
import org.apache.lucene.analysis.br.BrazilianAnalyzer;
import org.apache.lucene.analysis.ca.CatalanAnalyzer;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.ckb.SoraniAnalyzer;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.et.EstonianAnalyzer;
import org.apache.lucene.analysis.eu.BasqueAnalyzer;
import org.apache.lucene.analysis.fa.PersianAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.ga.IrishAnalyzer;
import org.apache.lucene.analysis.gl.GalicianAnalyzer;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.hy.ArmenianAnalyzer;
import org.apache.lucene.analysis.id.IndonesianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.lt.LithuanianAnalyzer;
import org.apache.lucene.analysis.lv.LatvianAnalyzer;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.FingerprintFilter;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pattern.PatternTokenizer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.sr.SerbianAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.th.ThaiAnalyzer;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.index.analysis.AnalyzerScope;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;

/** Lucene's analyzers under Elasticsearch's names, with {@code stopwords} and {@code stem_exclusion}. */
final class Analyzers {

    private final Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> table = new TreeMap<>();

    private Analyzers() {}

    static Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> all() {
        var analyzers = new Analyzers();
        analyzers.languages();
        analyzers.others();
        return analyzers.table;
    }

    private void languages() {
        stemming("arabic", ArabicAnalyzer.getDefaultStopSet(), ArabicAnalyzer::new);
        stemming("armenian", ArmenianAnalyzer.getDefaultStopSet(), ArmenianAnalyzer::new);
        stemming("basque", BasqueAnalyzer.getDefaultStopSet(), BasqueAnalyzer::new);
        stemming("bengali", BengaliAnalyzer.getDefaultStopSet(), BengaliAnalyzer::new);
        stemming("brazilian", BrazilianAnalyzer.getDefaultStopSet(), BrazilianAnalyzer::new);
        stemming("bulgarian", BulgarianAnalyzer.getDefaultStopSet(), BulgarianAnalyzer::new);
        stemming("catalan", CatalanAnalyzer.getDefaultStopSet(), CatalanAnalyzer::new);
        stopping("cjk", CJKAnalyzer.getDefaultStopSet(), CJKAnalyzer::new);
        stemming("czech", CzechAnalyzer.getDefaultStopSet(), CzechAnalyzer::new);
        stemming("danish", DanishAnalyzer.getDefaultStopSet(), DanishAnalyzer::new);
        stemming("dutch", DutchAnalyzer.getDefaultStopSet(), DutchAnalyzer::new);
        stemming("english", EnglishAnalyzer.getDefaultStopSet(), EnglishAnalyzer::new);
        stemming("estonian", EstonianAnalyzer.getDefaultStopSet(), EstonianAnalyzer::new);
        stemming("finnish", FinnishAnalyzer.getDefaultStopSet(), FinnishAnalyzer::new);
        stemming("french", FrenchAnalyzer.getDefaultStopSet(), FrenchAnalyzer::new);
        stemming("galician", GalicianAnalyzer.getDefaultStopSet(), GalicianAnalyzer::new);
        stemming("german", GermanAnalyzer.getDefaultStopSet(), GermanAnalyzer::new);
        stopping("greek", GreekAnalyzer.getDefaultStopSet(), GreekAnalyzer::new);
        stemming("hindi", HindiAnalyzer.getDefaultStopSet(), HindiAnalyzer::new);
        stemming("hungarian", HungarianAnalyzer.getDefaultStopSet(), HungarianAnalyzer::new);
        stemming("indonesian", IndonesianAnalyzer.getDefaultStopSet(), IndonesianAnalyzer::new);
        stemming("irish", IrishAnalyzer.getDefaultStopSet(), IrishAnalyzer::new);
        stemming("italian", ItalianAnalyzer.getDefaultStopSet(), ItalianAnalyzer::new);
        stemming("latvian", LatvianAnalyzer.getDefaultStopSet(), LatvianAnalyzer::new);
        stemming("lithuanian", LithuanianAnalyzer.getDefaultStopSet(), LithuanianAnalyzer::new);
        stemming("norwegian", NorwegianAnalyzer.getDefaultStopSet(), NorwegianAnalyzer::new);
        stopping("persian", PersianAnalyzer.getDefaultStopSet(), PersianAnalyzer::new);
        stemming("portuguese", PortugueseAnalyzer.getDefaultStopSet(), PortugueseAnalyzer::new);
        stemming("romanian", RomanianAnalyzer.getDefaultStopSet(), RomanianAnalyzer::new);
        stemming("russian", RussianAnalyzer.getDefaultStopSet(), RussianAnalyzer::new);
        stemming("serbian", SerbianAnalyzer.getDefaultStopSet(), SerbianAnalyzer::new);
        stemming("sorani", SoraniAnalyzer.getDefaultStopSet(), SoraniAnalyzer::new);
        stemming("spanish", SpanishAnalyzer.getDefaultStopSet(), SpanishAnalyzer::new);
        stemming("swedish", SwedishAnalyzer.getDefaultStopSet(), SwedishAnalyzer::new);
        stopping("thai", ThaiAnalyzer.getDefaultStopSet(), ThaiAnalyzer::new);
        stemming("turkish", TurkishAnalyzer.getDefaultStopSet(), TurkishAnalyzer::new);
    }

    private void others() {
        stopping("chinese", EnglishAnalyzer.ENGLISH_STOP_WORDS_SET, StandardAnalyzer::new);
        add("pattern", args -> {
            var pattern = args.pattern("\\W+");
            boolean lowercase = args.flag("lowercase", true);
            var stopwords = args.stopwords(CharArraySet.EMPTY_SET);
            return analyzer(() -> new PatternTokenizer(pattern, -1), source -> {
                TokenStream stream = lowercase ? new LowerCaseFilter(source) : source;
                return stopwords.isEmpty() ? stream : new StopFilter(stream, stopwords);
            });
        });
        add("fingerprint", args -> {
            char separator = args.character("separator", ' ');
            int size = args.integer("max_output_size", 255);
            var stopwords = args.stopwords(CharArraySet.EMPTY_SET);
            return analyzer(StandardTokenizer::new, source -> {
                TokenStream stream = new ASCIIFoldingFilter(new LowerCaseFilter(source), false);
                return new FingerprintFilter(new StopFilter(stream, stopwords), size, separator);
            });
        });
        add("snowball", args -> {
            String language = args.text("language", args.text("name", "English"));
            var stopwords = args.stopwords(snowballStopwords(language));
            return analyzer(StandardTokenizer::new, source -> {
                TokenStream stream = language.equals("English") ? new EnglishPossessiveFilter(source) : source;
                stream = new StopFilter(new LowerCaseFilter(stream), stopwords);
                return new SnowballFilter(stream, language);
            });
        });
    }

    /** The languages for which the deprecated {@code snowball} analyzer brings stop words of its own. */
    private static CharArraySet snowballStopwords(String language) {
        return switch (language.toLowerCase(Locale.ROOT)) {
            case "english" -> EnglishAnalyzer.ENGLISH_STOP_WORDS_SET;
            case "dutch" -> DutchAnalyzer.getDefaultStopSet();
            case "german", "german2" -> GermanAnalyzer.getDefaultStopSet();
            default -> CharArraySet.EMPTY_SET;
        };
    }

    private void stemming(String name, CharArraySet stopwords, BiFunction<CharArraySet, CharArraySet, Analyzer> constructor) {
        add(name, args -> constructor.apply(args.stopwords(stopwords), args.stemExclusion()));
    }

    private void stopping(String name, CharArraySet stopwords, Function<CharArraySet, Analyzer> constructor) {
        add(name, args -> constructor.apply(args.stopwords(stopwords)));
    }

    private void add(String name, Maker<Analyzer> maker) {
        Maker<AnalyzerProvider<? extends Analyzer>> provider = args -> new Provider(args.name(), maker.make(args));
        table.put(name, provider.provider());
    }

    private static Analyzer analyzer(Supplier<Tokenizer> tokenizer, Function<TokenStream, TokenStream> filters) {
        return new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                Tokenizer source = tokenizer.get();
                return new TokenStreamComponents(source, filters.apply(source));
            }

            @Override
            protected TokenStream normalize(String field, TokenStream stream) {
                return new LowerCaseFilter(stream);
            }
        };
    }

    private record Provider(String name, Analyzer get) implements AnalyzerProvider<Analyzer> {
        @Override
        public AnalyzerScope scope() {
            return AnalyzerScope.INDEX;
        }
    }
}
