/* Written by `npm run texts`; a check compares it with what it is made of. */

/** The topics (in words) whose texts are loaded with each page and component that is loaded by itself. */
export const pageTexts: Readonly<Record<string, string>> = {
  ConsoleApp: 'auth console profile',
  CustomerPage: 'console-customers console-people requests',
  CustomersPage: 'console-customers',
  InboxPage: 'detail requests',
  InvitationsPage: 'console-customers console-people',
  PeoplePage: 'console-customers console-people',
  PersonPage: 'console-customers console-people',
}
