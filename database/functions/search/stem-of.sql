-- What a word has in common with its other forms, in one of the portal's languages; English when none was chosen.
create or replace function stem_of(word text, language text) returns text language sql immutable parallel safe
return coalesce(
  (case language
    when 'de' then ts_lexize('pg_catalog.german_stem', word)
    when 'fr' then ts_lexize('pg_catalog.french_stem', word)
    when 'es' then ts_lexize('pg_catalog.spanish_stem', word)
    when 'nl' then ts_lexize('pg_catalog.dutch_stem', word)
    when 'ar' then ts_lexize('pg_catalog.arabic_stem', word)
    else ts_lexize('pg_catalog.english_stem', word)
  end)[1], word);
