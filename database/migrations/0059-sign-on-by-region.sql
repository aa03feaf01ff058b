-- The other region of the supplier that says who the person is; null: the identity provider does.
alter table sign_on_attempts add column region text collate "C";
