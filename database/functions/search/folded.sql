-- Small letters without accents and vowel marks, as `fold` of contract/search/search.ts makes them of what is typed. The marks are those
-- of Latin, Cyrillic, Hebrew, Arabic and Japanese: PostgreSQL's expressions have no name for all of them.
create or replace function folded(said text) returns text language sql immutable parallel safe
return replace(replace(replace(replace(translate(
  regexp_replace(lower(normalize(said, nfkd)), '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u20d0-\u20f0\u3099-\u309a\ufb1e\ufe00-\ufe0f]', '', 'g'),
  'øıłđ', 'oild'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
