import {withoutSectionSigns} from '../lib/text/section-signs.ts';
import {consolesOf} from './games.ts';

/** Returns whether the texts of a game have formatting codes. */
export const hasSectionSigns = (gameType: string | undefined): boolean =>
	consolesOf(gameType ?? '').some(console => console.kind === 'source' && console.quirks?.sectionSigns);

/** The text as people read it: without the formatting codes of its game. */
export const plainText = (gameType: string | undefined, text: string): string =>
	text.includes('\xA7') && hasSectionSigns(gameType) ? withoutSectionSigns(text) : text;
