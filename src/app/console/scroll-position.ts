import {blockAt, blockCount, heightOf, type Document, type Spot} from './blocks.ts';

/** Returns the first row of a window that ends with the very last row. */
export function bottomSpot(document: Document, height: number): Spot {
	let left = height;
	for (let place = blockCount(document) - 1; place >= 0; place--) {
		const block = blockAt(document, place);
		const rows = block ? heightOf(document, block) : 0;
		if (rows >= left) return {place, row: rows - left};
		left -= rows;
	}
	return {place: 0, row: 0};
}

export const isBefore = (one: Spot, other: Spot): boolean =>
	one.place < other.place || (one.place === other.place && one.row < other.row);

/** Returns the spot `by` rows down, or up if negative, limited to existing rows. */
export function moveBy(document: Document, {place, row}: Spot, by: number): Spot {
	let spot = {place, row: row + by};
	while (spot.row < 0) {
		const block = blockAt(document, spot.place - 1);
		if (!block) return {place: 0, row: 0};
		spot = {place: block.place, row: spot.row + heightOf(document, block)};
	}
	for (let block = blockAt(document, spot.place); block; block = blockAt(document, spot.place)) {
		const rows = heightOf(document, block);
		if (spot.row < rows) return spot;
		spot = {place: spot.place + 1, row: spot.row - rows};
	}
	return {place: Math.max(0, blockCount(document) - 1), row: 0};
}
