/**
 * Reads the token of a mailed link and removes it from the address at once, so that no history and no screen keeps it.
 * It stands behind # in the address, so that no server and no log ever sees it.
 */
export function takeMailedToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return token
}
