-- What people said of the answers in the FAQ. A question is known by its file and its heading's name; what was said of one
-- that is gone stays, for it may come back.
create table faq_ratings (
  user_id uuid not null references users on delete cascade,
  question text collate "C" not null,
  helpful boolean not null,
  rated_at timestamptz not null,
  primary key (user_id, question)
);
grant select, insert, update, delete on faq_ratings to portal_server;
