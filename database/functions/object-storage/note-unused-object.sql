-- Keeps the key of an object that a row has named until now, so that it is removed from the storage later. Of several rows the
-- last one counts.
create or replace function note_unused_object() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  insert into public.unused_objects (object_key, since) values (old.object_key, now()) on conflict (object_key) do update set since = excluded.since;
  return null;
end $$;
