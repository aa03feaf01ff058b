-- Open pages of the console show at once that a source has fallen silent, or speaks again.
create or replace trigger silence_changed after update of silent_since on intake_sources
  for each row when (old.silent_since is distinct from new.silent_since) execute function notify_console_changed();
