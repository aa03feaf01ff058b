-- Templates of answers are content too, with its history.
alter table content_versions drop constraint content_versions_kind_check;
alter table content_versions add constraint content_versions_kind_check
  check (kind in ('faq', 'figures', 'links', 'seller', 'template', 'terms'));
