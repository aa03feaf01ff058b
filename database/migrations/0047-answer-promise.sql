-- Within how long answers are promised is content too, with its history.
alter table content_versions drop constraint content_versions_kind_check;
alter table content_versions add constraint content_versions_kind_check
  check (kind in ('brand', 'faq', 'figures', 'links', 'promise', 'seller', 'template', 'terms'));
