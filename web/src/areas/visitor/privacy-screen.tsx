import { Document } from '../../ui/document.tsx';
import { privacyTexts } from '../../features/privacy/texts.ts';

/** The public privacy policy. */
export const PrivacyScreen = () => (
  <Document title={privacyTexts.title} lead={privacyTexts.lead}>
    {privacyTexts.sections.map(({ title, paragraphs }) => (
      <section key={title}>
        <h2>{title}</h2>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    ))}
  </Document>
);
