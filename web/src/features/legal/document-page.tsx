import { Document } from '../../ui/layout/page/document.tsx';
import { Table } from '../../ui/layout/lists/table.tsx';
import { usePlatform } from '../../ui/identity/use-platform.ts';
import type { LegalDocument } from './document-shape.ts';
import styles from './document-page.module.css';

/** A document with its sections, tables, and links. */
export const DocumentPage = ({ document: make }: { readonly document: (platform: string) => LegalDocument }) => {
  const { name } = usePlatform();
  const { title, lead, sections } = make(name);
  return (
    <Document title={title} lead={lead}>
      {sections.map(({ id, title: heading, paragraphs = [], points = [], table, links = [] }) => (
        <section key={id} id={id} aria-labelledby={`${id}-heading`}>
          <h2 id={`${id}-heading`}>{heading}</h2>
          {points.length > 0 && (
            <ul className={styles['points']}>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          )}
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {table && (
            <Table heads={table.heads.map((label) => ({ label }))} quiet className={styles['table']}>
              {table.rows.map(([first, ...others]) => (
                <tr key={first}>
                  <th scope="row">{first}</th>
                  {others.map((cell) => (
                    <td key={cell}>{cell}</td>
                  ))}
                </tr>
              ))}
            </Table>
          )}
          {links.length > 0 && (
            <ul className={styles['links']}>
              {links.map(({ href, text }) => (
                <li key={href}>
                  <a href={href}>{text}</a>
                </li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </Document>
  );
};
