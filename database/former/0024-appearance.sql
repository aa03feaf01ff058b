-- How a person wants the portal to look, as the contract describes it: it comes along to their other browsers. It is
-- read and written whole and never looked into, so it is one value.
alter table users add column appearance jsonb;
