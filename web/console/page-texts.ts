/* Written by `npm run texts`; a check compares it with what it is made of. */

/** The topics (in words) whose texts are loaded with each page and component that is loaded by itself. */
export const pageTexts: Readonly<Record<string, string>> = {
  ConsoleApp: 'auth console profile',
  InboxPage: 'detail requests',
  IntakePage: 'console-intake',
  KeysPage: 'console-keys',
  RefusedPage: 'console-intake',
  TodayPage: 'console-today',
}
