-- What the supplier asked back and no customer has answered: few of an account's requests.
create index requests_asked_back on requests (account_id, last_at, id) where (state = 'asked');
