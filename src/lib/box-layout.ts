import {layoutConstants} from './layout-constants.ts';

/*
The part of Yoga that the TUI uses, with Yoga's names, for whole cells: rows and columns of boxes with fixed or natural
sizes, which shrink if they do not fit, and boxes at a fixed place. The build gives it to Ink. Yoga is compiled C++ that
takes 9 % of the CPU time to the first paint. A style that is not here throws.
*/

/** Left and top, or width and height. */
type Pair = [horizontal: number, vertical: number];
type Axis = 0 | 1;
/** `natural`: as large as its content. `atMost`: the same, except that texts wrap or are cut at this size. */
type Limit = {mode: number; size: number};
type Limits = readonly [Limit, Limit];
type Size = {width: number; height: number};
type Measure = (width: number, widthMode: number, height: number, heightMode: number) => Size;

const [natural, exact, atMost] = [0, 1, 2];
const naturally: Limit = {mode: natural, size: Number.NaN};
const exactly = (size: number): Limit => ({mode: exact, size: Math.max(0, size)});
const upTo = (size: number): Limit =>
	Number.isNaN(size) ? naturally : {mode: atMost, size: Math.max(0, size)};
const areSame = (one: Limits, other: Limits): boolean => isSame(one[0], other[0]) && isSame(one[1], other[1]);
const isSame = (one: Limit, other: Limit): boolean =>
	one.mode === other.mode && (one.mode === natural || one.size === other.size);

const {EDGE_LEFT: left, EDGE_TOP: top} = layoutConstants;
const {EDGE_START: start, EDGE_END: end, EDGE_HORIZONTAL: horizontal} = layoutConstants;
const {EDGE_VERTICAL: vertical, EDGE_ALL: all} = layoutConstants;
const {FLEX_DIRECTION_COLUMN: column, FLEX_DIRECTION_ROW: row} = layoutConstants;
const {POSITION_TYPE_RELATIVE: relative, POSITION_TYPE_ABSOLUTE: absolute} = layoutConstants;
const {DISPLAY_FLEX: flex, DISPLAY_NONE: none} = layoutConstants;

/** A width per edge. As in Yoga, one of a single edge overrides one of several. */
class Edges {
	readonly #given: (number | undefined)[] = [];

	set(edge: number, width: number | undefined): void {
		this.#given[edge] = width;
	}

	/** The width of `left`, `top`, `right` or `bottom`. */
	of(edge: number): number {
		if (this.#given.length === 0) return 0;
		const [flow, both] = edge % 2 === 0 ? [edge === left ? start : end, horizontal] : [undefined, vertical];
		const own = (flow === undefined ? undefined : this.#given[flow]) ?? this.#given[edge];
		return own ?? this.#given[both] ?? this.#given[all] ?? 0;
	}

	sum(axis: Axis): number {
		return this.of(axis) + this.of(axis + 2);
	}
}

/** Accepts only what is implemented here. */
function take<Value>(what: string, value: Value, known: readonly Value[]): Value {
	if (!known.includes(value)) throw new Error(`${what} ${String(value)}`);
	return value;
}

class LayoutNode {
	#parent: LayoutNode | undefined;
	readonly #children: LayoutNode[] = [];
	#measure: Measure | undefined;
	readonly #margin = new Edges();
	readonly #padding = new Edges();
	readonly #border = new Edges();
	readonly #fixed: [number | undefined, number | undefined] = [undefined, undefined];
	#direction: number = column;
	#position: number = relative;
	#display: number = flex;
	#shrink = 0;
	/** The last arrangement, which is valid until something in the node changes. */
	#arranged: {limits: Limits; isTrial: boolean} | undefined;
	/** The natural size along the parent's axis, and for which limits. */
	#asked: {limits: Limits; basis: number} | undefined;
	#size: Pair = [0, 0];
	#offset: Pair = [0, 0];
	#basis = 0;
	#cells = {left: 0, top: 0, width: 0, height: 0};

	static create(): LayoutNode {
		return new LayoutNode();
	}

	insertChild(child: LayoutNode, index: number): void {
		this.#children.splice(index, 0, child);
		child.#parent = this;
		this.markDirty();
	}

	removeChild(child: LayoutNode): void {
		const index = this.#children.indexOf(child);
		if (index < 0) return;
		this.#children.splice(index, 1);
		child.#parent = undefined;
		this.markDirty();
	}

	getChildCount(): number {
		return this.#children.length;
	}

	markDirty(): void {
		this.#asked = undefined;
		if (this.#arranged === undefined) return;
		this.#arranged = undefined;
		this.#parent?.markDirty();
	}

	setMeasureFunc(measure: Measure): void {
		this.#measure = measure;
		this.markDirty();
	}

	unsetMeasureFunc(): void {
		this.#measure = undefined;
		this.markDirty();
	}

	/** Nothing here is outside the memory that is collected. */
	free(): void {}
	freeRecursive(): void {}

	setWidth(width: number): void {
		this.#fix(0, width);
	}

	setWidthAuto(): void {
		this.#fix(0, undefined);
	}

	setHeight(height: number): void {
		this.#fix(1, height);
	}

	setHeightAuto(): void {
		this.#fix(1, undefined);
	}

	#fix(axis: Axis, size: number | undefined): void {
		if (this.#fixed[axis] === size) return;
		this.#fixed[axis] = size;
		this.markDirty();
	}

	setMargin(edge: number, width: number | undefined): void {
		this.#margin.set(edge, width);
		this.markDirty();
	}

	setPadding(edge: number, width: number | undefined): void {
		this.#padding.set(edge, width);
		this.markDirty();
	}

	setBorder(edge: number, width: number): void {
		this.#border.set(edge, width);
		this.markDirty();
	}

	setFlexDirection(direction: number): void {
		this.#direction = take<number>('flexDirection', direction, [column, row]);
		this.markDirty();
	}

	setFlexShrink(shrink: number): void {
		this.#shrink = shrink;
		this.markDirty();
	}

	setFlexGrow(grow: number): void {
		take('flexGrow', grow, [0]);
	}

	setFlexWrap(wrap: number): void {
		take('flexWrap', wrap, [0]);
	}

	setPositionType(position: number): void {
		this.#position = take('position', position, [relative, absolute]);
		this.markDirty();
	}

	setDisplay(display: number): void {
		if (this.#display === display) return;
		this.#display = take('display', display, [flex, none]);
		this.markDirty();
		this.#parent?.markDirty();
	}

	getDisplay(): number {
		return this.#display;
	}

	calculateLayout(_width: unknown, _height: unknown, direction: number): void {
		take('direction', direction, [1]);
		this.#arrange([this.#ownLimit(0, naturally), this.#ownLimit(1, naturally)], false);
		this.#offset = [this.#margin.of(left), this.#margin.of(top)];
		this.#round(0, 0);
	}

	getComputedLeft(): number {
		return this.#cells.left;
	}

	getComputedTop(): number {
		return this.#cells.top;
	}

	getComputedWidth(): number {
		return this.#cells.width;
	}

	getComputedHeight(): number {
		return this.#cells.height;
	}

	getComputedMargin(edge: number): number {
		return this.#margin.of(edge);
	}

	getComputedPadding(edge: number): number {
		return this.#padding.of(edge);
	}

	getComputedBorder(edge: number): number {
		return this.#border.of(edge);
	}

	/** Padding and border. */
	#frame(axis: Axis): number {
		return this.#padding.sum(axis) + this.#border.sum(axis);
	}

	#ownLimit(axis: Axis, otherwise: Limit): Limit {
		const fixed = this.#fixed[axis];
		return fixed === undefined ? otherwise : exactly(Math.max(fixed, this.#frame(axis)));
	}

	/** Sets its size, and the places and sizes of everything in it, unless they are still valid. `isTrial`: to measure it. */
	#arrange(limits: Limits, isTrial: boolean): void {
		const known = this.#arranged;
		if (known && areSame(known.limits, limits) && (isTrial || !known.isTrial)) return;
		this.#arranged = {limits, isTrial};
		if (this.#measure) this.#size = this.#measured(this.#measure, limits);
		else if (
			isTrial &&
			this.#children.length > 0 &&
			limits.some(({mode, size}) => mode === atMost && size === 0)
		)
			this.#size = [this.#withoutRoom(limits, 0), this.#withoutRoom(limits, 1)];
		else this.#arrangeChildren(limits, isTrial);
	}

	/** Yoga measures nothing where there is no room. */
	#withoutRoom(limits: Limits, axis: Axis): number {
		return Math.max(this.#frame(axis), limits[axis].mode === natural ? 0 : limits[axis].size);
	}

	#measured(measure: Measure, [width, height]: Limits): Pair {
		if (width.mode === exact && height.mode === exact) return [width.size, height.size];
		const [across, down] = [this.#frame(0), this.#frame(1)];
		const size = measure(
			Math.max(0, width.size - across),
			width.mode,
			Math.max(0, height.size - down),
			height.mode,
		);
		return [
			width.mode === exact ? width.size : size.width + across,
			height.mode === exact ? height.size : size.height + down,
		];
	}

	#arrangeChildren(limits: Limits, isTrial: boolean): void {
		const main: Axis = this.#direction === row ? 0 : 1;
		const cross: Axis = main === 0 ? 1 : 0;
		// NaN where nothing limits it.
		const room: Pair = [
			Math.max(0, limits[0].size - this.#frame(0)),
			Math.max(0, limits[1].size - this.#frame(1)),
		];
		const shown = this.#children.filter(child => child.#display === flex);
		const inFlow = shown.filter(child => child.#position === relative);
		for (const child of inFlow) child.#basis = child.#naturalSize(main, limits, room);
		if (limits[main].mode === exact) LayoutNode.#shrinkBases(inFlow, main, room[main]);
		for (const child of inFlow) child.#arrangeIn(main, limits[cross], room[cross], isTrial);
		const outer = (child: LayoutNode, axis: Axis) => child.#size[axis] + child.#margin.sum(axis);
		const content: Pair = [0, 0];
		content[main] = inFlow.reduce((sum, child) => sum + outer(child, main), 0);
		content[cross] = inFlow.reduce((most, child) => Math.max(most, outer(child, cross)), 0);
		const sizeOf = (axis: Axis) =>
			limits[axis].mode === exact ? limits[axis].size : content[axis] + this.#frame(axis);
		this.#size = [sizeOf(0), sizeOf(1)];
		if (limits[cross].mode !== exact) {
			for (const child of inFlow) child.#arrangeIn(main, exactly(content[cross]), content[cross], isTrial);
		}
		this.#place(main, inFlow);
		for (const child of shown) {
			if (child.#position === absolute) this.#placeFixed(child);
		}
	}

	/** Its natural size along the parent's main axis, in `room`. */
	#naturalSize(main: Axis, limits: Limits, room: Pair): number {
		const fixed = this.#ownLimit(main, naturally);
		if (fixed.mode === exact) return fixed.size;
		const cross: Axis = main === 0 ? 1 : 0;
		const across = room[cross] - this.#margin.sum(cross);
		const asked: [Limit, Limit] = [naturally, naturally];
		asked[main] = upTo(room[main] - this.#margin.sum(main));
		asked[cross] = this.#ownLimit(cross, limits[cross].mode === exact ? exactly(across) : upTo(across));
		if (!this.#asked || !areSame(this.#asked.limits, asked)) {
			this.#arrange(asked, true);
			this.#asked = {limits: asked, basis: this.#size[main]};
		}
		return this.#asked.basis;
	}

	/** Gives it the size of its basis along the main axis. */
	#arrangeIn(main: Axis, limit: Limit, room: number, isTrial: boolean): void {
		const cross: Axis = main === 0 ? 1 : 0;
		const across = room - this.#margin.sum(cross);
		const limits: [Limit, Limit] = [naturally, naturally];
		limits[main] = exactly(Math.max(this.#basis, this.#frame(main)));
		limits[cross] = this.#ownLimit(cross, limit.mode === exact ? exactly(across) : upTo(across));
		if (limits[cross].mode === exact)
			limits[cross] = exactly(Math.max(limits[cross].size, this.#frame(cross)));
		this.#arrange(limits, isTrial);
	}

	#place(main: Axis, inFlow: readonly LayoutNode[]): void {
		const cross: Axis = main === 0 ? 1 : 0;
		let at = this.#inset(main);
		for (const child of inFlow) {
			child.#offset[main] = at + child.#margin.of(main);
			child.#offset[cross] = this.#inset(cross) + child.#margin.of(cross);
			at += child.#size[main] + child.#margin.sum(main);
		}
	}

	/** Places a child beside the flow; without a fixed size it has its natural one. */
	#placeFixed(child: LayoutNode): void {
		child.#arrange([child.#ownLimit(0, naturally), child.#ownLimit(1, naturally)], false);
		child.#offset = [this.#inset(0) + child.#margin.of(left), this.#inset(1) + child.#margin.of(top)];
	}

	#inset(axis: Axis): number {
		return this.#padding.of(axis) + this.#border.of(axis);
	}

	/** Rounds to whole cells like Yoga: both ends separately, so that neighbors touch, and texts never to less. */
	#round(fromLeft: number, fromTop: number): void {
		const isText = this.#measure !== undefined;
		const ends = (axis: Axis, from: number) => {
			const begin = from + this.#offset[axis];
			const isWhole = isNearWhole(this.#size[axis]);
			const first = roundCell(begin, isText ? 'down' : 'near');
			const last = roundCell(begin + this.#size[axis], isText ? (isWhole ? 'down' : 'up') : 'near');
			return {begin, cells: last - first, at: roundCell(this.#offset[axis], isText ? 'down' : 'near')};
		};
		const [across, down] = [ends(0, fromLeft), ends(1, fromTop)];
		this.#cells = {left: across.at, top: down.at, width: across.cells, height: down.cells};
		for (const child of this.#children) child.#round(across.begin, down.begin);
	}

	/** Shrinks the bases of children that do not fit, in proportion, but none to less than its frame. */
	static #shrinkBases(children: readonly LayoutNode[], main: Axis, room: number): void {
		const weightOf = (child: LayoutNode) => child.#shrink * child.#basis;
		const used = children.reduce((sum, child) => sum + child.#basis + child.#margin.sum(main), 0);
		let excess = used - room;
		let weight = children.reduce((sum, child) => sum + weightOf(child), 0);
		if (excess <= 0 || weight === 0) return;
		const shrunk = (child: LayoutNode, share: number) => child.#basis - weightOf(child) * share;
		const share = excess / weight;
		for (const child of children) {
			const least = child.#frame(main);
			if (shrunk(child, share) >= least) continue;
			excess -= child.#basis - least;
			weight -= weightOf(child);
		}
		for (const child of children)
			child.#basis = Math.max(child.#frame(main), shrunk(child, weight > 0 ? excess / weight : 1));
	}
}

const nearly = 0.0001;
const isNearWhole = (size: number): boolean => Math.abs(size - Math.round(size)) < nearly;

function roundCell(at: number, way: 'near' | 'up' | 'down'): number {
	if (isNearWhole(at) || way === 'near') return Math.floor(at + 0.5 + nearly);
	return way === 'up' ? Math.ceil(at) : Math.floor(at);
}

export const boxLayout = {Node: LayoutNode, ...layoutConstants};
