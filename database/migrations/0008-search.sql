-- What the search reads.

-- Ids of documents with what they are ordered by, as functions of the search pass them on.
create type search_hit as (id uuid, day date, type text);

create table document_search (
  account_id uuid not null,
  document_id uuid not null,
  type text collate "C" not null,
  list_date date not null,
  terms tsvector not null,
  codes text collate "C" not null default '',
  primary key (account_id, document_id),
  foreign key (account_id, document_id) references documents on delete cascade
);
-- With the account before them, so that common digits of all the others are not gone through.
create index document_search_codes on document_search using gin (account_id, codes gin_trgm_ops);
-- The same search, bounded where little was typed. The beginning of old numbers is in tens of thousands of documents: as a
-- suggestion the greatest of those numbers will do, because numbers run with time, and each costs one step in an index. They
-- are the greatest of each length, for after 9999 comes 10000. A word of one or two signs beside longer ones is looked for
-- among what those found, not in the index.
-- The first of a document's codes is its number, the second the customer's reference where there is one.
create index document_search_numbers on document_search (account_id, length(split_part(codes, ' ', 1)), split_part(codes, ' ', 1));
create index document_search_recent on document_search (account_id, list_date desc, document_id desc);
create index document_search_references on document_search (account_id, length(split_part(codes, ' ', 2)), split_part(codes, ' ', 2));
create index document_search_terms on document_search using gin (terms);
alter table document_search enable row level security, force row level security;
grant select on document_search to portal;
grant select on document_search to portal_search;
grant select, insert, update, delete on document_search to portal_server;

create table search_words (
  account_id uuid not null references accounts on delete cascade,
  word text collate "C" not null,
  stem text collate "C" not null,
  primary key (account_id, word)
);
create index search_words_by_stem on search_words (account_id, stem);
-- By parts of words, so that near ones are found without going through the whole vocabulary (20 ms for 30,000 words, now 1).
create index search_words_trigrams on search_words using gin (account_id, word gin_trgm_ops);
alter table search_words enable row level security, force row level security;
grant select on search_words to portal_search;
grant select, insert, update, delete on search_words to portal_server;
