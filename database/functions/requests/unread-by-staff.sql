-- The same of one request; in statements over many, unread_since stands in FROM.
create or replace function unread_by_staff(request requests, staff uuid, since timestamptz) returns timestamptz language sql stable parallel safe
return (select u.at from unread_since(request.account_id, request.id, request.made_at, request.state, staff, since) u);
