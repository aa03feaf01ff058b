-- What was written is corrected by its writer, and found by the search.
alter table requests add column corrected_note text, add column corrected_at timestamptz, add column mentioned uuid[] not null default '{}';
alter table conversation_messages add column corrected_at timestamptz, add column mentioned uuid[] not null default '{}';
grant update (corrected_note, corrected_at, mentioned) on requests to portal_server;
grant update (text, corrected_at, mentioned) on conversation_messages to portal_server;

create table message_corrections (
  account_id uuid not null,
  request_id uuid not null,
  id uuid not null,
  message_id uuid,
  author_id uuid not null,
  corrected_at timestamptz not null,
  former text not null,
  primary key (account_id, request_id, id),
  foreign key (account_id, request_id) references requests on update cascade on delete cascade
);
create index message_corrections_of_author on message_corrections (account_id, author_id, corrected_at);
alter table message_corrections enable row level security, force row level security;
grant select, insert on message_corrections to portal_server;

create type message_hit as (request_id uuid, id uuid, written_at timestamptz, type text);

create table message_search (
  account_id uuid not null references accounts on delete cascade,
  request_id uuid not null,
  id uuid not null,
  type text collate "C" not null,
  written_at timestamptz not null,
  terms tsvector not null,
  primary key (account_id, request_id, id)
);
create index message_search_recent on message_search (account_id, written_at desc, id desc);
create index message_search_terms on message_search using gin (terms);
alter table message_search enable row level security, force row level security;
grant select on message_search to portal_search;
grant select, insert, update on message_search to portal_server;
grant select (account_id, id, document_number) on requests to portal_search;
grant select (number) on documents to portal_search;

-- What was written before is found, too. The owner sees rows only by a policy.
alter table accounts no force row level security;
alter table requests no force row level security;
alter table conversation_messages no force row level security;
alter table message_search no force row level security;
insert into message_search (account_id, request_id, id, type, written_at, terms)
select w.account_id, w.request_id, w.id, w.document_type, w.written_at, array_to_tsvector(array(
    select a.search_key || ':' || left(term, 60) from (
      select parts[at] as term from generate_subscripts(parts, 1) at where length(parts[at]) > 1 or parts[at] ~ '[0-9]'
      union
      select ltrim(parts[at], '0') from generate_subscripts(parts, 1) at where parts[at] ~ '^0+[1-9][0-9]*$'
      union
      select array_to_string(c.parts[at:], '') from regexp_split_to_table(folded, '\s+') code
      cross join lateral (select regexp_split_to_array(code, '[^[:alnum:]]+') as parts) c
      cross join lateral generate_subscripts(c.parts, 1) at
      where code ~ '[0-9]' and length(code) <= 60
    ) t where term <> ''))
from (
  select account_id, id as request_id, id, document_type, made_at as written_at, content ->> 'note' as said from requests
  union all
  select account_id, request_id, id, document_type, written_at, text from conversation_messages
) w
join accounts a on a.account_id = w.account_id
cross join lateral (
  select replace(replace(replace(replace(
    translate(regexp_replace(lower(normalize(w.said, nfkd)), '[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670]', '', 'g'), 'øıłđ', 'oild'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') as folded offset 0
) f
cross join lateral (select regexp_split_to_array(folded, '[^[:alnum:]]+') as parts offset 0) p
where w.said is not null;
alter table message_search force row level security;
alter table conversation_messages force row level security;
alter table requests force row level security;
alter table accounts force row level security;
