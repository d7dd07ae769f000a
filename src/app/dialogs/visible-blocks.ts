import {tableOf} from '../../lib/maps.ts';
import {reviewMessages} from '../../messages/dialogs.ts';

/**
The order in which parts are dropped from a dialog that is too tall for the screen. All other parts must be
read.
*/
export const spares = tableOf<number>({
	space: 1,
	footer: 2,
	presets: 2,
	hint: 5,
	[reviewMessages.labels.commandLine]: 3,
	[reviewMessages.labels.undo]: 4,
});

/** A part of a dialog that is never split. `spare`: its rank among the parts that can be dropped. */
type Block = {height: number; focused: boolean; spare?: number | undefined};

const heightOf = (some: readonly Block[]) => some.reduce((sum, {height}) => sum + height, 0);

/**
Returns the blocks that fit into `room` rows: drops the spare ones first, then those farthest before the
focus, which have been read. `pagesBack` scrolls back to them. `mark` creates the block that stands for hidden
rows.
*/
export function visibleBlocks<Shown extends Block>(
	blocks: readonly Shown[],
	room: number,
	pagesBack: number,
	mark: (hidden: number) => Shown,
): readonly Shown[] {
	const kept = withoutSpares(blocks, room);
	if (heightOf(kept) <= room) return kept;
	const focused = Math.max(
		0,
		kept.findLastIndex(block => block.focused),
	);
	let from = 0;
	let to = kept.length;
	let height = heightOf(kept);
	while (height > room - (from > 0 ? 1 : 0) && to - from > 1) {
		height -= (from < focused ? kept[from++] : kept[--to])?.height ?? 0;
	}
	for (let page = 0; page < pagesBack && from > 0; page++) {
		// One row is reserved for the mark.
		to = from;
		while (from > 0 && heightOf(kept.slice(from - 1, to)) < room) from--;
	}
	if (pagesBack > 0) while (to < kept.length && heightOf(kept.slice(from, to + 1)) <= room) to++;
	const shown = kept.slice(from, to);
	return from > 0 && heightOf(shown) < room ? [mark(heightOf(kept.slice(0, from))), ...shown] : shown;
}

function withoutSpares<Shown extends Block>(blocks: readonly Shown[], room: number): readonly Shown[] {
	let kept = blocks;
	for (const spare of spares.values()) {
		if (heightOf(kept) <= room) break;
		kept = kept.filter(block => block.spare !== spare);
	}
	return kept;
}
