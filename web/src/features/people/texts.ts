import type { NewPersonRole } from '../../../../lambdas/contract/people/people.ts';
import type { Role } from '../../../../lambdas/contract/shared.ts';
import { roleNames } from '../../core/auth/role-names.ts';

const roles: Readonly<Record<NewPersonRole, string>> = {
  ...roleNames,
  premium: 'Premium',
  business: 'Business',
};

/** Texts of user management. Texts from the specification are used verbatim. */
export const peopleTexts = {
  title: 'User Management',
  lead: 'Manage accounts, roles, and access.',
  roles,
  list: 'Users',
  loading: 'Loading users',
  retry: 'Try again',
  loadMore: 'Load more',
  loadMoreFailed: 'Failed to load more users. Please try again.',
  unknown: 'Unknown User',
  noEmail: 'No email address',
  you: 'You',
  joined: (date: string) => `Joined ${date}`,
  audit: 'Audit log',
  auditOf: (name: string) => `Audit log of ${name}`,
  active: 'active',
  disabled: 'disabled',
  status: 'Status',
  plan: 'Plan',
  planOf: (name: string) => `Plan of ${name}`,
  roleOf: (name: string) => `Role of ${name}`,
  roleHint: 'When you choose a role with the keyboard, press Enter to apply it or Escape to cancel.',
  changeRole: {
    button: 'Change',
    label: (name: string, role: Role) => `Change role of ${name} to ${roles[role]}`,
  },
  search: {
    label: 'Search users',
    placeholder: 'Name or email address',
    hint: 'Matches the beginning of an email address, full name, or last name.',
    clear: 'Clear search',
    none: 'No users match your search',
  },
  filters: {
    role: 'Role',
    anyRole: 'All roles',
    plan: 'Plan',
    anyPlan: 'All plans',
    none: 'No users match these filters',
  },
  empty: 'No users yet',
  disable: {
    button: 'Disable',
    label: (name: string) => `Disable ${name}`,
    title: 'Disable account',
    text: (name: string) =>
      `${name} will be signed out everywhere and can't sign in or play anything until the account is enabled again.`,
  },
  enable: {
    button: 'Enable',
    label: (name: string) => `Enable ${name}`,
    title: 'Enable account',
    text: (name: string) => `${name} will be able to sign in again.`,
  },
  resetFactorOf: (name: string) => `Reset second factor of ${name}`,
  resetFactor: {
    button: 'Reset second factor',
    title: 'Reset second factor',
    text: (name: string) =>
      `The authenticator app and the phone of ${name} are removed, and their sessions end. The password is then ` +
      'enough to sign in and to remove lost passkeys. They receive an email.',
  },
  holdOf: (name: string) => `Set a legal hold on the data of ${name}`,
  hold: {
    button: 'Legal hold',
    title: 'Set a legal hold',
    text: (name: string) =>
      `The data of ${name} is kept until you release the hold under Privacy. A request to delete the account waits ` +
      'until then, and its user sees since when. The reason is shown to administrators only.',
  },
  sendResetOf: (name: string) => `Send password reset to ${name}`,
  sendReset: {
    button: 'Send password reset',
    title: (name: string) => `Send a password reset to ${name}?`,
    text: 'They receive an email with a code to choose a new password. The current password works until then.',
  },
  conflict: {
    title: 'Someone else changed this account',
    text: (name: string) => `${name} was changed after you loaded this list, so your change wasn't saved.`,
    table: 'Differences',
    field: 'Field',
    seen: 'You saw',
    now: 'Now',
    role: 'Role',
    leave: 'Keep as is',
    keepRole: (role: Role) => `Change to ${roles[role]} anyway`,
    keepDisabled: 'Disable anyway',
    keepEnabled: 'Enable anyway',
  },
  cancel: 'Cancel',
  raiseRole: {
    title: (name: string, role: Role) => `Make ${name} ${role === 'admin' ? 'an administrator' : 'a moderator'}?`,
    text: (role: Role) =>
      role === 'admin'
        ? 'Administrators can manage all items, users, and settings.'
        : 'Moderators can review, publish, and reject items.',
    action: (role: Role) => `Make ${roles[role]}`,
  },
  ownRole: {
    title: 'Change your own role?',
    text: (role: Role) =>
      `Your role will change to ${roles[role]} and you'll lose admin access immediately. ` +
      'Only another administrator can restore it.',
    action: 'Change my role',
  },
  create: {
    button: 'Create User',
    title: 'Create User',
    text: 'The user receives the temporary password by email and must change it at first sign-in.',
    email: 'Email',
    password: 'Temporary password',
    passwordHint: 'At least 12 characters, with uppercase and lowercase letters, a number, and a symbol.',
    fullName: 'Full name',
    optional: 'Optional',
    role: 'Role',
    creating: 'Creating...',
    required: 'Email and password are required',
  },
  testUser: {
    title: 'Create Test User',
    text: 'Create accounts for testing. Not available in production. Premium and Business are users on that plan.',
    button: 'Create Test User',
    nameOf: (role: NewPersonRole) => (role === 'user' ? 'Test user' : `Test ${role} user`),
  },
  toasts: {
    error: 'Error',
    success: 'Success',
    loadFailed: 'Failed to load users. Please try again.',
    rolesFailed: 'Failed to load user roles. Please try again.',
    roleUpdated: (role: Role) => `User role updated to ${role}`,
    roleFailed: 'Failed to update user role. Please try again.',
    createFailed: 'Failed to create user',
    emailExists: 'A user with this email address already exists',
    noSession: 'No active session',
    disabledDone: (name: string) => `${name} was disabled`,
    enabledDone: (name: string) => `${name} was enabled`,
    resetDone: (name: string) => `The authenticator app of ${name} was removed`,
    resetFailed: 'Failed to reset the second factor. Please try again.',
    holdDone: (name: string) => `The data of ${name} is kept`,
    holdFailed: 'Failed to set the legal hold. Please try again.',
    resetSent: (name: string) => `The password reset was sent to ${name}`,
    sendFailed: 'Failed to send the password reset. Please try again.',
    stateFailed: 'Failed to update the account. Please try again.',
  },
} as const;
