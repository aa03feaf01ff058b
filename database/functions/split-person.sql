-- The words by which a person is found in the console: those of the name and of the e-mail; none of whoever was erased.
create or replace function split_person() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  delete from public.person_words where user_id = new.id;
  insert into public.person_words (user_id, word)
  select distinct new.id, left(word, 60) from regexp_split_to_table(public.plain_text(new.name || ' ' || new.email), '[^[:alnum:]]+') word
  where word <> '' and new.erased_at is null;
  return null;
end $$;
