import { paths } from '../../core/paths.ts';
import { ReferenceList } from '../../features/reference/reference-list.tsx';
import { referenceTexts } from '../../features/reference/texts.ts';
import { Document } from '../../ui/layout/page/document.tsx';
import { usePlatform } from '../../ui/identity/use-platform.ts';

/** The API reference for developers. */
export const ApiScreen = () => {
  const { name } = usePlatform();
  return (
    <Document title={referenceTexts.title} lead={referenceTexts.lead(name)}>
      <section>
        <h2>{referenceTexts.document}</h2>
        <p>
          {referenceTexts.documentText} <a href={paths.apiDocument}>{paths.apiDocument}</a>
        </p>
        <p>{referenceTexts.signIn}</p>
      </section>
      <section>
        <h2>{referenceTexts.script}</h2>
        <p>
          {referenceTexts.scriptText} <a href={referenceTexts.scriptFile}>{referenceTexts.scriptFile}</a>
        </p>
      </section>
      <section>
        <h2>{referenceTexts.endpoints}</h2>
        <ReferenceList />
      </section>
    </Document>
  );
};
