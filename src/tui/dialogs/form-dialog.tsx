import {Box} from 'ink';
import {useTui, useSelect, useShown} from '../hooks.ts';
import {choiceInputs} from '../parts/choice-input.tsx';
import {Frame, Framed} from '../parts/frame.tsx';
import {LineInput} from '../parts/line-input.tsx';
import {Line} from '../parts/line.tsx';
import {formRows} from './form-rows.ts';
import type {FormBlock} from './form-block.ts';
import {fitSpans} from '../../app/kernel/spans.ts';
import {widthOf} from '../../lib/width.ts';
import {formView} from '../../app/dialogs/dialog-view.ts';

/** A dialog with input: first its fields, then the review. */
export function FormDialog() {
	const {services, throttled} = useTui();
	useSelect(state => state.dialog);
	useSelect(state => state.fleet);
	useSelect(state => state.access);
	const size = useSelect(state => state.view.size);
	const now = useShown(second => second);
	const view = formView(throttled.getState(), services, now);
	if (!view) return null;
	const {rect, inner, blocks} = formRows.layOut(view, size, services.keymap);
	return (
		<Frame rect={rect} title={view.title} note={view.note}>
			{blocks.map(block => (
				<Framed key={block.key} width={rect.width} height={block.height}>
					<Block block={block} inner={inner} />
				</Framed>
			))}
		</Frame>
	);
}

function Block({block, inner}: {block: FormBlock; inner: number}) {
	if (block.kind === 'text') return <Line spans={block.spans} />;
	const {label, width, focused, height} = block;
	if (block.kind === 'line') {
		const {field, placeholder = '', after = []} = block;
		const tone = focused ? 'titleFocused' : 'label';
		const room = Math.max(0, inner - widthOf(label.text) - 1 - width);
		return (
			<Box width={inner} height={1}>
				<Line spans={[label, {text: '[', tone}]} />
				<LineInput field={field} width={width} focused={focused} placeholder={placeholder} />
				<Line spans={fitSpans([{text: ']', tone}, ...after], room)} />
			</Box>
		);
	}
	return (
		<Box width={inner} height={height}>
			<Box width={inner - width} height={height} flexDirection="column">
				<Line spans={[label]} />
				{block.choices.slice(1).map(({value}) => (
					<Line key={value} spans={[{...label, text: ' '.repeat(inner - width)}]} />
				))}
			</Box>
			<Box width={width} height={height} flexDirection="column">
				<choiceInputs.ChoiceInput
					choices={block.choices}
					value={block.value}
					width={width}
					focused={focused}
				/>
			</Box>
		</Box>
	);
}
