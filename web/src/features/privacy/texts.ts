/** The privacy policy: what this version of the product does with personal data, and nothing that it does not do. */
export const privacyTexts = {
  title: 'Privacy Policy',
  lead: 'Soundstage runs on the account of the organisation that offers it to you. That organisation decides over your data; nobody else receives it.',
  sections: [
    {
      title: 'What is stored about you',
      paragraphs: [
        'Your email address and, if you give it, your name; the day you joined; your role and your plan.',
        'What you played and when, so that you find it again under Recently Played.',
        'Your password is kept by the sign-in service as a verifier that cannot be turned back into it.',
      ],
    },
    {
      title: 'What stays in your browser',
      paragraphs: [
        'The tokens that keep you signed in and your choice of theme. Cookies are set when you play something: they open that one title to you for a short time and carry no name.',
        'There is no advertising and no tracking by third parties.',
      ],
    },
    {
      title: 'How long it is kept',
      paragraphs: [
        'Usage data about 24 months, security logs 12 months. An account that was never confirmed is removed after 7 days.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You may ask the organisation that runs this site for a copy of your data, for its correction and for its deletion.',
        'The service is not for people under 16.',
      ],
    },
  ],
} as const;
