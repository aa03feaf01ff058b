-- With the kind of an invoice, so that a list of credit notes passes over invoices without reading them.
drop index documents_by_date;
create index documents_by_date on documents (account_id, type, list_date desc, id desc)
  include (status, currency, gross_order, valid_until, due_date, last_event_at, invoice_kind);
