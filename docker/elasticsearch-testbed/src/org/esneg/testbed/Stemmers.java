package org.esneg.testbed;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.ar.ArabicStemFilter;
import org.apache.lucene.analysis.bg.BulgarianStemFilter;
import org.apache.lucene.analysis.bn.BengaliStemFilter;
import org.apache.lucene.analysis.br.BrazilianStemFilter;
import org.apache.lucene.analysis.ckb.SoraniStemFilter;
import org.apache.lucene.analysis.cz.CzechStemFilter;
import org.apache.lucene.analysis.de.GermanLightStemFilter;
import org.apache.lucene.analysis.de.GermanMinimalStemFilter;
import org.apache.lucene.analysis.el.GreekStemFilter;
import org.apache.lucene.analysis.en.EnglishMinimalStemFilter;
import org.apache.lucene.analysis.en.EnglishPossessiveFilter;
import org.apache.lucene.analysis.en.KStemFilter;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.es.SpanishLightStemFilter;
import org.apache.lucene.analysis.es.SpanishPluralStemFilter;
import org.apache.lucene.analysis.fa.PersianStemFilter;
import org.apache.lucene.analysis.fi.FinnishLightStemFilter;
import org.apache.lucene.analysis.fr.FrenchLightStemFilter;
import org.apache.lucene.analysis.fr.FrenchMinimalStemFilter;
import org.apache.lucene.analysis.gl.GalicianMinimalStemFilter;
import org.apache.lucene.analysis.gl.GalicianStemFilter;
import org.apache.lucene.analysis.hi.HindiStemFilter;
import org.apache.lucene.analysis.hu.HungarianLightStemFilter;
import org.apache.lucene.analysis.id.IndonesianStemFilter;
import org.apache.lucene.analysis.it.ItalianLightStemFilter;
import org.apache.lucene.analysis.lv.LatvianStemFilter;
import org.apache.lucene.analysis.no.NorwegianLightStemFilter;
import org.apache.lucene.analysis.no.NorwegianLightStemmer;
import org.apache.lucene.analysis.no.NorwegianMinimalStemFilter;
import org.apache.lucene.analysis.pt.PortugueseLightStemFilter;
import org.apache.lucene.analysis.pt.PortugueseMinimalStemFilter;
import org.apache.lucene.analysis.pt.PortugueseStemFilter;
import org.apache.lucene.analysis.ru.RussianLightStemFilter;
import org.apache.lucene.analysis.snowball.SnowballFilter;
import org.apache.lucene.analysis.sv.SwedishLightStemFilter;

/** What the {@code stemmer} filter's {@code language} may be. */
final class Stemmers {

    /** Those that Snowball stems under its own name for the language. */
    private static final String[] SNOWBALL = {
        "Armenian", "Basque", "Catalan", "Danish", "Dutch", "Estonian", "Finnish", "French", "German", "German2",
        "Hungarian", "Irish", "Italian", "Kp", "Lithuanian", "Lovins", "Norwegian", "Portuguese", "Romanian",
        "Russian", "Serbian", "Spanish", "Swedish", "Turkish" };

    private static final Map<String, UnaryOperator<TokenStream>> TABLE = table();

    private Stemmers() {}

    static UnaryOperator<TokenStream> named(Args args, String language) {
        var stemmer = TABLE.get(language);
        if (stemmer == null) {
            throw args.bad("no stemmer for language [" + language + "] in this test bed");
        }
        return stemmer;
    }

    private static Map<String, UnaryOperator<TokenStream>> table() {
        var table = new TreeMap<String, UnaryOperator<TokenStream>>(String.CASE_INSENSITIVE_ORDER);
        for (String name : SNOWBALL) {
            table.put(name, stream -> new SnowballFilter(stream, name));
        }
        table.put("dutch_kp", stream -> new SnowballFilter(stream, "Kp"));
        table.put("porter2", stream -> new SnowballFilter(stream, "English"));
        table.put("english", PorterStemFilter::new);
        table.put("porter", PorterStemFilter::new);
        table.put("light_english", KStemFilter::new);
        table.put("kstem", KStemFilter::new);
        table.put("minimal_english", EnglishMinimalStemFilter::new);
        table.put("possessive_english", EnglishPossessiveFilter::new);
        table.put("arabic", ArabicStemFilter::new);
        table.put("bengali", BengaliStemFilter::new);
        table.put("brazilian", BrazilianStemFilter::new);
        table.put("bulgarian", BulgarianStemFilter::new);
        table.put("czech", CzechStemFilter::new);
        table.put("light_finnish", FinnishLightStemFilter::new);
        table.put("light_french", FrenchLightStemFilter::new);
        table.put("minimal_french", FrenchMinimalStemFilter::new);
        table.put("galician", GalicianStemFilter::new);
        table.put("minimal_galician", GalicianMinimalStemFilter::new);
        table.put("light_german", GermanLightStemFilter::new);
        table.put("minimal_german", GermanMinimalStemFilter::new);
        table.put("greek", GreekStemFilter::new);
        table.put("hindi", HindiStemFilter::new);
        table.put("light_hungarian", HungarianLightStemFilter::new);
        table.put("indonesian", IndonesianStemFilter::new);
        table.put("light_italian", ItalianLightStemFilter::new);
        table.put("latvian", LatvianStemFilter::new);
        table.put("light_norwegian", NorwegianLightStemFilter::new);
        table.put("minimal_norwegian", NorwegianMinimalStemFilter::new);
        table.put("light_nynorsk", stream -> new NorwegianLightStemFilter(stream, NorwegianLightStemmer.NYNORSK));
        table.put("minimal_nynorsk", stream -> new NorwegianMinimalStemFilter(stream, NorwegianLightStemmer.NYNORSK));
        table.put("persian", PersianStemFilter::new);
        table.put("light_portuguese", PortugueseLightStemFilter::new);
        table.put("minimal_portuguese", PortugueseMinimalStemFilter::new);
        table.put("portuguese_rslp", PortugueseStemFilter::new);
        table.put("light_russian", RussianLightStemFilter::new);
        table.put("sorani", SoraniStemFilter::new);
        table.put("light_spanish", SpanishLightStemFilter::new);
        table.put("spanish_plural", SpanishPluralStemFilter::new);
        table.put("light_swedish", SwedishLightStemFilter::new);
        return table;
    }
}
