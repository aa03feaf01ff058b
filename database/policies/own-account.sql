-- A customer's role reads the rows of one account: that of its transaction.
do $$
declare t text;
begin
  for t in select tablename from pg_policies where policyname = 'own_account' and roles = '{portal}' loop
    execute format('drop policy own_account on %I', t);
  end loop;
  foreach t in array array[
    'accounts', 'account_addresses', 'credit_limits',
    'documents', 'document_lines', 'document_links', 'shipment_events', 'attachments', 'original_files', 'document_changes',
    'account_versions', 'document_counts', 'document_days', 'document_sums', 'account_movements', 'account_months',
    'ordered_lines', 'items', 'item_terms', 'item_totals', 'units',
    'document_search', 'notices', 'notice_marks', 'notice_choices', 'requests', 'request_files', 'remitted_invoices', 'returns', 'returned_lines', 'return_documents',
    'conversation_messages', 'conversation_reads', 'approvals'
  ] loop
    execute format('create policy own_account on %I to portal using (account_id = current_account())', t);
  end loop;
end $$;
