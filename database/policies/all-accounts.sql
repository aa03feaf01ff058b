-- The server's role takes what the ERP sends for any account, derives from it and runs the jobs.
do $$
declare t text;
begin
  for t in select tablename from pg_policies where policyname = 'all_accounts' loop
    execute format('drop policy all_accounts on %I', t);
  end loop;
  foreach t in array array[
    'accounts', 'account_addresses', 'credit_limits',
    'documents', 'document_lines', 'document_links', 'shipment_events', 'attachments', 'original_files', 'document_changes',
    'document_numbers', 'former_documents', 'shipment_keys', 'accounts_to_settle',
    'account_versions', 'document_counts', 'document_days', 'document_sums', 'account_movements', 'account_months',
    'ordered_lines', 'items', 'item_terms', 'item_totals', 'units',
    'document_search', 'search_words',
    'notices', 'notice_groups', 'notice_readers', 'notice_marks', 'notice_choices', 'reminders', 'scheduled_tasks',
    'push_subscriptions', 'mail_refusals', 'requests', 'request_files', 'remitted_invoices', 'returns', 'returned_lines', 'return_documents',
    'conversation_messages', 'conversation_reads', 'message_corrections', 'message_search', 'received_mails',
    'request_changes', 'approvals', 'staff_accounts', 'key_accounts', 'staff_absences', 'staff_pictures', 'request_notes', 'request_assignees', 'request_snoozes', 'request_reads', 'undelivered_answers', 'viewings',
    'account_overviews', 'account_freshness', 'account_notes', 'account_identifiers',
    'visits', 'intake_sources', 'intake_hours', 'refused_messages', 'refused_days', 'api_keys'
  ] loop
    execute format('create policy all_accounts on %I to portal_server using (true) with check (true)', t);
  end loop;
end $$;
