-- The operator reads the events that wait for their shipment, oldest first.
create index epcis_events_by_arrival on epcis_events (received_at, id);
