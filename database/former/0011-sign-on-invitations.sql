-- Somebody who is invited may accept at the identity provider: which invitation it is, and the version of the terms that
-- they agreed to before they went there.
alter table sign_on_trips
  add column invitation bytea,
  add column terms text collate "C",
  add constraint sign_on_trips_invitation check ((invitation is null) = (terms is null)),
  add constraint sign_on_trips_purpose check (invitation is null or user_id is null);
