import SelectInput from 'ink-select-input';
import type {ItemProps} from 'ink-select-input';
import {Box} from 'ink';
import {fit, widthOf} from '../../lib/text/width.ts';
import {Line} from '../parts/line.tsx';
import {useSelect, useShown, useTui} from '../hooks.ts';
import {Frame, Framed} from '../parts/frame.tsx';
import {LineInput} from '../parts/line-input.tsx';
import {type FormBlock, layOutForm} from './form-rows.ts';
import {fitSpans} from '../../app/kernel/text/spans.ts';
import {formView} from '../../app/dialogs/dialog-view.ts';

type Choice = {value: string; label: string};
type Props = {choices: readonly Choice[]; value: string; width: number; focused: boolean};

/**
A choice, one option per row. ink-select-input paints it. It would lose keys that arrive together and forgets
its position when the options change, so the app chooses, and each choice mounts it again.
*/
function ChoiceInput({choices, value, width, focused}: Props) {
	const index = choices.findIndex(choice => choice.value === value);
	const items = choices.map(choice => ({...choice, label: fit(choice.label, Math.max(1, width - 4))}));
	return (
		<SelectInput
			key={`${value} ${focused}`}
			items={items}
			initialIndex={Math.max(0, index)}
			isFocused={false}
			indicatorComponent={NoIndicator}
			itemComponent={focused ? FocusedItem : Item}
		/>
	);
}

const NoIndicator = () => null;

function Item({isSelected = false, label}: ItemProps) {
	return (
		<Line spans={[{text: `${isSelected ? '(*)' : '( )'} ${label}`, tone: isSelected ? 'plain' : 'label'}]} />
	);
}

function FocusedItem({isSelected = false, label}: ItemProps) {
	const sign = isSelected ? '(*)' : '( )';
	return <Line spans={[{text: `${sign} ${label}`, tone: isSelected ? 'titleFocused' : 'plain'}]} />;
}

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
	const {rect, inner, blocks} = layOutForm(view, size, services.keymap);
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
				<ChoiceInput choices={block.choices} value={block.value} width={width} focused={focused} />
			</Box>
		</Box>
	);
}
