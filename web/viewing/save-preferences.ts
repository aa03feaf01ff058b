/** In the place of web/api/save-preferences.ts: what the person prefers is theirs to say. */
export async function savePreferences(): Promise<void> {
  // What was chosen here counts until the tab is closed.
}
