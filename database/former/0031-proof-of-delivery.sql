-- What a paper is, where it is more than a paper: a signature or a picture that proves a delivery.
alter table attachments add column purpose text collate "C" check (purpose in ('proof_of_delivery'));
