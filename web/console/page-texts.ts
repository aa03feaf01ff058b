/* Written by `npm run texts`; a check compares it with what it is made of. */

/** The topics (in words) whose texts are loaded with each page and component that is loaded by itself. */
export const pageTexts: Readonly<Record<string, string>> = {
  AuditPage: 'console-audit',
  ConsoleApp: 'auth console profile',
  ContentPage: 'console-content',
  CustomerPage: 'activity console-customers console-people documents requests',
  CustomersPage: 'console-customers',
  ImportsPage: 'console-imports',
  InboxPage: 'activity detail requests',
  InsightPage: 'console-insight',
  IntakePage: 'console-imports console-intake',
  InvitationsPage: 'console-customers console-people',
  KeysPage: 'console-intake',
  NewImportPage: 'console-imports detail documents',
  NewSourcePage: 'console-imports',
  PeoplePage: 'console-customers console-people',
  PersonPage: 'console-customers console-people',
  ProfilePage: 'console-imports',
  RefusedPage: 'console-intake',
  RunPage: 'console-imports documents',
  SourcePage: 'console-imports',
  SystemPage: 'console-system',
  TodayPage: 'activity',
  ViewAsPage: 'console-view-as',
  WayPage: 'console-imports',
}
