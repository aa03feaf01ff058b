-- Name, colour and logo of the portal are content too, with their history.
alter table content_versions drop constraint content_versions_kind_check;
alter table content_versions add constraint content_versions_kind_check
  check (kind in ('brand', 'faq', 'figures', 'links', 'seller', 'template', 'terms'));
