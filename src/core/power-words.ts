type Power = 'Start' | 'Stop' | 'Forced stop' | 'Restart';

/** How an accepted act on power is told. */
export const powerDone = (act: Power, name: string, delayMinutes: number | undefined): string =>
	powerNoted(`${act} of ${name}`, delayMinutes);

/** The same where it stands beside the name: in a console, the timeline, the journal. */
export const powerNoted = (act: string, delayMinutes: number | undefined): string =>
	`${act}${delayMinutes ? ` in ${delayMinutes} min` : ''} accepted.`;

const told = /^(?:Start|Stop|Forced stop|Restart)(?: of .*?)?(?: in (\d+) min)? accepted\.$/;

/** From when on a change of state may be the doing of an act that was told so at `at`; undefined: it is none on power. */
export function powerActsFrom(text: string, at: number): number | undefined {
	const found = told.exec(text);
	if (!found) return undefined;
	const minutes = Number(found[1] ?? 0);
	// The node's clock may be ahead of ours.
	return minutes === 0 ? at : at + minutes * 60_000 - 10_000;
}
