-- What a person has chosen for a notice's document, or else for the items in it: one that is followed is enough to hear
-- of it, and all must be muted to hear nothing.
create or replace function notice_choice(account uuid, person uuid, of_type text, of_number text, of_document uuid)
returns text language sql stable
return coalesce(
  (select c.choice from notice_choices c
    where c.account_id = account and c.user_id = person and c.subject = 'document' and c.key = of_type || '/' || of_number),
  (select case when bool_or(c.choice = 'follow') then 'follow' when bool_and(coalesce(c.choice, '') = 'mute') then 'mute' end
    from document_lines l
    left join notice_choices c on c.account_id = account and c.user_id = person and c.subject = 'item' and c.key = l.sku
    where l.account_id = account and l.document_id = of_document and l.sku is not null));
