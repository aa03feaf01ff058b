create or replace trigger forget_devices_of_changed_password after update on passwords
  for each row when (new.changed_at <> old.changed_at) execute function forget_devices_of_changed_password();
