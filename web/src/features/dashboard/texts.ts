/** Texts of the dashboard. Texts from the specification are used verbatim. */
export const dashboardTexts = {
  title: 'Dashboard',
  lead: 'Platform totals and recently added content.',
  stats: {
    label: 'Totals',
    failed: 'Failed to load totals. Please try again.',
    users: 'Total Users',
    music: 'Music Tracks',
    video: 'Video Content',
    content: 'Total Content',
    change: (percent: string) => `${percent} this month`,
    added: (count: string) => `${count} added this month, including any deleted since`,
    notEnough: 'Not enough data to compare',
    against: (last: string) => `${last} last month`,
  },
  plans: {
    title: 'Plans and revenue',
    mrr: 'Monthly recurring revenue',
    mrrBasis:
      'List price of all paid subscriptions for one month, before tax and discounts. Includes overdue payments and ' +
      'subscriptions that end later. Excludes trials, complimentary plans, and test users.',
    table: 'Users by plan',
    tableBasis:
      'Users: everyone by the plan that applies now, from any source; users without another plan are on Free. ' +
      'Paying: subscriptions that count toward the revenue.',
    columns: { plan: 'Plan', users: 'Users', paying: 'Paying' },
  },
  recent: {
    title: 'Recent Content',
    failed: 'Failed to load content. Please try again.',
    empty: 'No content available yet',
    upload: 'Upload Content',
    all: 'View All Content',
    columns: { content: 'Content', status: 'Status', views: 'Views', created: 'Created', actions: 'Actions' },
    noDescription: 'No description',
    view: (title: string) => `View ${title}`,
    edit: (title: string) => `Edit ${title}`,
    remove: (title: string) => `Delete ${title}`,
  },
  noUrl: { title: 'No content URL', description: "This content doesn't have a playable URL" },
} as const;
