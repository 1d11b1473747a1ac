import type { AnalysisStep } from './results.ts';

/** Micro-dollars in a dollar. Amounts are stored as whole micro-dollars, so that sums are exact. */
const MICROS = 1_000_000;

/** US dollars as whole micro-dollars, rounded up. */
export const microsOf = (usd: number): number => Math.max(0, Math.ceil(usd * MICROS - 1e-6));
/** Micro-dollars as US dollars. */
export const dollarsOf = (micros: number): number => micros / MICROS;

/** What may be spent on analysis, in US dollars. */
export interface BudgetLimits {
  /** For one title in a calendar month. */
  readonly title: number;
  /** For all titles in a calendar month. */
  readonly month: number;
}

/** An amount that is set aside for paid calls of a step. */
export interface Reservation {
  readonly micros: number;
  /** Paid calls that the step had completed before: to find out after a crash how many this amount has paid for. */
  readonly done: number;
}

/** What a reservation is part of. */
interface ReservedPart {
  /** Paid calls of the step that are complete. @default 0 */
  readonly done?: number;
  /** US dollars for all calls of the step that are not complete. @default the reserved amount */
  readonly needed?: number;
}

/** A step that was not run because a budget did not allow its cost. */
export interface SkippedStep {
  readonly step: AnalysisStep;
  readonly limit: keyof BudgetLimits;
  /** The most that the rest of the step would have cost. */
  readonly usd: number;
  /** ISO 8601. */
  readonly at: string;
}

/** What the analysis of one title used of the budget in one calendar month (UTC). Amounts in micro-dollars. */
export interface TitleBudget {
  readonly month: string;
  readonly content_id: string;
  /** Spent and reserved. */
  readonly used: number;
  readonly spent: number;
  readonly reserved: Readonly<Record<string, Reservation>>;
  /** The latest last. */
  readonly skipped: readonly SkippedStep[];
  readonly updated_at: string;
  readonly rev: number;
}

/** What all titles used in one calendar month. Amounts in micro-dollars. */
export interface MonthBudget {
  readonly month: string;
  readonly used: number;
  readonly spent: number;
  /** Number of steps that were skipped for the budget. */
  readonly skips: number;
  readonly updated_at: string;
}

/** Reserves money before paid calls, and settles what they cost. */
export interface AnalysisBudget {
  /**
   * Sets an amount aside for a step, atomically: concurrent calls cannot exceed a budget. A step has one reservation; a
   * repeated call replaces its amount. When a budget does not allow it, returns the reason: a sentence for the user
   * that names what the rest of the step needs.
   */
  reserve(
    contentId: string,
    step: AnalysisStep,
    usd: number,
    part?: ReservedPart,
  ): Promise<'reserved' | { readonly reason: string }>;
  /** Replaces a step's reservation by what was spent. No effect without one, so it can be repeated. */
  settle(contentId: string, step: AnalysisStep, reservedUsd: number, actualUsd: number): Promise<void>;
  /** The reservation that a crash has left behind; undefined when there is none. */
  find(contentId: string, step: AnalysisStep): Promise<Reservation | undefined>;
}

/** The calendar month of a time, such as `2026-11` (UTC). */
export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

const dollars = (usd: number): string => `$${usd.toFixed(2)}`;

/** Why a step was skipped, as a sentence for the user. */
export const overBudgetReason = ({ limit, usd }: Pick<SkippedStep, 'limit' | 'usd'>, limits: BudgetLimits): string =>
  limit === 'title'
    ? `This step needs up to ${dollars(usd)}, which would exceed the monthly analysis budget of a title ` +
      `(${dollars(limits.title)}). Change the budget in the settings, then run the step again.`
    : `This step needs up to ${dollars(usd)}, which would exceed this month's analysis budget ` +
      `(${dollars(limits.month)}). Change the budget in the settings or wait for the next month, ` +
      'then run the step again.';

/** Most skipped steps that a title remembers. */
const MAX_SKIPPED = 20;

/** The budget of a title that has not used any. */
export const emptyTitleBudget = (month: string, contentId: string, now: string): TitleBudget => ({
  month,
  content_id: contentId,
  used: 0,
  spent: 0,
  reserved: {},
  skipped: [],
  updated_at: now,
  rev: 0,
});

/** The title's budget with an amount reserved for a step. */
export const withReservation = (title: TitleBudget, step: AnalysisStep, reservation: Reservation): TitleBudget => ({
  ...title,
  used: title.used + reservation.micros - (title.reserved[step]?.micros ?? 0),
  reserved: { ...title.reserved, [step]: reservation },
});

/** The title's budget after a step's reservation was replaced by what was spent. */
export const withSettlement = (title: TitleBudget, step: AnalysisStep, micros: number): TitleBudget => {
  const { [step]: reservation, ...reserved } = title.reserved;
  return {
    ...title,
    used: title.used + micros - (reservation?.micros ?? 0),
    spent: title.spent + micros,
    reserved,
  };
};

/** The title's budget with a step that was skipped. */
export const withSkip = (title: TitleBudget, skip: SkippedStep): TitleBudget => ({
  ...title,
  skipped: [...title.skipped, skip].slice(-MAX_SKIPPED),
});
