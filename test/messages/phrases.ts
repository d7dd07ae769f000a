/** Wording that reads as if translated, and its replacement. */
export const phrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
	[/\bso many\b/i, 'N, or the name of the number'],
	[/\banew\b/i, 'again'],
	[/\bwhat (is|are|was|were|has|had)\b/i, 'the noun itself'],
	[/\bthose (that|who|which)\b/i, 'the noun itself'],
	[/\bstands?\b/i, 'is'],
	// `queued behind 2` counts.
	[/.\bbehind\b(?! \uFFFC)|\bbehind\b(?! \uFFFC)./i, 'after'],
	[/\btold\b/i, 'shown'],
	[/\bbegun\b/i, 'started'],
	[/\bin sight\b/i, 'visible'],
	[/\b(is|are) meant\b/i, 'expected'],
	[/\bby hand only\b/i, 'manual'],
	[/\bunder way\b/i, 'running'],
	[/\bcancell(ed|ing|able)\b/i, 'canceled'],
	[/\bafterwards\b/i, 'afterward'],
	[/\bcomes? with each poll\b/i, 'arrives with each poll'],
	[/\bNo \w+ matches\b/, 'No servers match'],
	[/\bowner of (a|the) team\b/i, 'team owner'],
	[/(?<!\bthere |\bwhere )\bis no (?!longer\b)/i, 'is not a, or invalid'],
];

/** Wording to avoid on the screen, where documentation may use it. */
export const screenPhrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
	[/^(Goes|Opens|Shows|Tells|Takes|Names(?! \uFFFC))\b/, 'the imperative'],
	[/[\d\uFFFC] m?s\b/, 'the unit without a space'],
	[/\b(an|its|the|this) ids?\b/, 'ID'],
	[/\bSame as\b/, 'CLI'],
];
