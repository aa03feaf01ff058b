-- How a refused message was to be read, so that it is read so when it is sent through again.
alter table refused_messages add column lenient boolean not null default false;
