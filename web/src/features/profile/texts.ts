/** Texts of the profile dialog, verbatim from the specification. */
export const profileTexts = {
  open: 'Profile',
  title: 'Profile',
  description: 'View your account and change your name.',
  fullName: 'Full Name',
  email: 'Email',
  emailNote: 'Email cannot be changed',
  role: 'Role',
  plan: 'Plan',
  memberSince: 'Member since',
  save: 'Save Changes',
  saving: 'Saving...',
  cancel: 'Cancel',
  savedTitle: 'Profile updated',
  savedText: 'Your profile has been saved successfully.',
  failedTitle: 'Error',
  failedText: 'Failed to update profile. Please try again.',
} as const;
