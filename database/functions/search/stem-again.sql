-- Computes the stems of an account's words anew when its language is another.
create or replace function stem_again() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  update public.search_words set stem = public.stem_of(word, new.language) where account_id = new.account_id;
  return null;
end $$;
