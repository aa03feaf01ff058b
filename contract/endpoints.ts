import { announcementEndpoints } from './announcements/endpoints.ts'
import * as second from './auth/factors.ts'
import * as passkeys from './auth/passkeys.ts'
import * as passwords from './auth/passwords.ts'
import * as sessions from './auth/sessions.ts'
import * as auth from './auth/sign-in.ts'
import * as signOn from './auth/sign-on.ts'
import * as addresses from './company/addresses.ts'
import * as company from './company/endpoints.ts'
import { consoleEndpoints } from './console/endpoints.ts'
import * as dashboard from './dashboard.ts'
import * as activity from './documents/activity.ts'
import * as files from './documents/downloads.ts'
import * as documents from './documents/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import * as faq from './faq.ts'
import * as imports from './imports/endpoints.ts'
import * as ingest from './ingest/documents.ts'
import * as epcis from './ingest/epcis.ts'
import * as reconcile from './ingest/reconcile.ts'
import * as items from './items/endpoints.ts'
import * as live from './live.ts'
import * as notifications from './notifications/endpoints.ts'
import * as notificationHistory from './notifications/history.ts'
import * as noticeSettings from './notifications/settings.ts'
import * as papers from './papers.ts'
import * as portal from './portal.ts'
import * as profile from './profile/endpoints.ts'
import * as personal from './profile/personal-data.ts'
import { regionEndpoints } from './regions/endpoints.ts'
import * as registration from './registration/endpoints.ts'
import { requestEndpoints } from './requests/endpoints.ts'
import { returnEndpoints } from './requests/return-endpoints.ts'
import * as messageSearch from './search/messages.ts'
import * as search from './search/search.ts'
import * as statement from './statement.ts'
import * as terms from './terms.ts'
import * as ubl from './ubl.ts'
import * as views from './views.ts'

/**
 * Every endpoint of the portal. The server has a handler for each; the OpenAPI document and the isolation test use the
 * list.
 */
export const endpoints: readonly Endpoint[] = [
  auth.login,
  auth.refresh,
  auth.logout,
  second.submitCode,
  second.sendCode,
  second.showSecondFactor,
  second.beginApp,
  second.beginEmail,
  second.confirmFactor,
  second.removeFactor,
  second.makeRecoveryCodes,
  second.prove,
  second.listTrustedDevices,
  second.removeTrustedDevice,
  passkeys.beginPasskeySignIn,
  passkeys.signInWithPasskey,
  passkeys.listPasskeys,
  passkeys.beginPasskey,
  passkeys.addPasskey,
  passkeys.renamePasskey,
  passkeys.removePasskey,
  passkeys.proveWithPasskey,
  signOn.startSignOn,
  signOn.finishSignOn,
  signOn.acceptBySignOn,
  signOn.listIdentities,
  signOn.linkIdentity,
  signOn.removeIdentity,
  sessions.listSessions,
  sessions.listPastSessions,
  sessions.endSession,
  sessions.endOtherSessions,
  passwords.forgotPassword,
  passwords.showReset,
  passwords.changePassword,
  passwords.changeOwnPassword,
  registration.showInvitation,
  registration.register,
  registration.askToRegister,
  terms.showTerms,
  terms.acceptTerms,
  company.listMembers,
  company.changeMember,
  company.removeMember,
  company.inviteMember,
  company.revokeInvitation,
  company.listViewings,
  portal.showPortal,
  portal.live,
  portal.ready,
  profile.showProfile,
  profile.changePreferences,
  profile.switchAccount,
  personal.setAvatar,
  personal.showAvatar,
  personal.removeAvatar,
  personal.showPersonalData,
  personal.exportPersonalData,
  personal.askForDeletion,
  personal.takeBackDeletion,
  dashboard.showDashboard,
  dashboard.showContactPicture,
  live.followChanges,
  notifications.listNotifications,
  notificationHistory.viewNotifications,
  notificationHistory.clickNotification,
  notificationHistory.clearNotification,
  notificationHistory.clearNotifications,
  notificationHistory.listNotificationHistory,
  noticeSettings.showNoticeSettings,
  noticeSettings.changeNoticeSettings,
  noticeSettings.listNoticeChoices,
  noticeSettings.chooseNotices,
  noticeSettings.startPush,
  noticeSettings.stopPush,
  noticeSettings.showUnsubscribe,
  noticeSettings.unsubscribe,
  documents.listDocuments,
  documents.countStatuses,
  documents.sumDocuments,
  files.exportDocuments,
  files.exportSelected,
  files.downloadRelated,
  files.exportLines,
  files.downloadDocuments,
  documents.showDocument,
  documents.downloadAttachment,
  ubl.downloadUbl,
  ubl.downloadOriginal,
  ubl.downloadEInvoice,
  ubl.checkEInvoice,
  statement.showBalances,
  statement.showStatement,
  statement.downloadStatement,
  statement.printStatement,
  statement.setCreditLimit,
  addresses.listAddresses,
  addresses.setAddresses,
  activity.listChanges,
  activity.showPromises,
  activity.listVersions,
  activity.compareVersions,
  papers.downloadPaper,
  ...requestEndpoints,
  ...returnEndpoints,
  ...announcementEndpoints,
  faq.showFaq,
  faq.rateAnswer,
  faq.writeToSupport,
  views.listViews,
  views.saveView,
  views.chooseDefaultView,
  views.changeView,
  views.deleteView,
  search.searchDocuments,
  messageSearch.searchMessages,
  items.listItems,
  items.listOrderedItems,
  items.downloadComing,
  items.showItem,
  items.listItemLines,
  items.downloadItemLines,
  items.listItemUnits,
  items.showUnit,
  ingest.ingestDocuments,
  ingest.changeDocuments,
  ingest.ingestUbl,
  ingest.ingestCii,
  imports.ingestFiles,
  epcis.captureEpcis,
  ingest.ingestAttachment,
  reconcile.withdrawDocument,
  reconcile.reconcileDocuments,
  ...regionEndpoints,
  ...consoleEndpoints,
]
