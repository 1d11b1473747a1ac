import * as tf from '@tensorflow/tfjs-core';

/** The settings of a layer that inference needs, by Keras' names. */
interface LayerConfig {
  readonly name: string;
  readonly strides: [number, number];
  readonly padding: 'same' | 'valid';
  readonly pool_size: [number, number];
  readonly activation: 'linear' | 'relu' | 'softmax';
  readonly use_bias: boolean;
  readonly scale: boolean;
  readonly epsilon: number;
  readonly axis: number;
}

/** A layer, as a model file of Keras describes it. `inbound_nodes` names the layers whose outputs it receives. */
interface Layer {
  readonly name: string;
  readonly class_name: string;
  readonly config: LayerConfig;
  readonly inbound_nodes: readonly (readonly (readonly [name: string, ...rest: unknown[]])[])[];
}

/** The part of a Keras model file that describes the network. Layers come after those that they depend on. */
export interface LayerTopology {
  readonly model_config: {
    readonly config: {
      readonly layers: readonly Layer[];
      readonly output_layers: readonly (readonly [name: string, ...rest: unknown[]])[];
    };
  };
}

type Weight = (name: string) => tf.Tensor;
type RunLayer = (config: LayerConfig, inputs: readonly tf.Tensor[], weight: Weight) => tf.Tensor;

const one = ([input]: readonly tf.Tensor[]): tf.Tensor4D => input as tf.Tensor4D;

const activate = (name: LayerConfig['activation'], output: tf.Tensor): tf.Tensor =>
  name === 'linear' ? output : name === 'relu' ? tf.relu(output) : tf.softmax(output);

/** The kinds of layers in InceptionV3. Images are in the order height, width, channels. */
const layerKinds: Readonly<Record<string, RunLayer>> = {
  InputLayer: (_config, inputs) => tf.clone(one(inputs)),
  Conv2D: (config, inputs, weight) => {
    const output = tf.conv2d(one(inputs), weight('kernel') as tf.Tensor4D, config.strides, config.padding);
    return activate(config.activation, config.use_bias ? tf.add(output, weight('bias')) : output);
  },
  BatchNormalization: ({ scale, epsilon }, inputs, weight) =>
    tf.batchNorm(
      one(inputs),
      weight('moving_mean') as tf.Tensor1D,
      weight('moving_variance') as tf.Tensor1D,
      weight('beta') as tf.Tensor1D,
      scale ? (weight('gamma') as tf.Tensor1D) : undefined,
      epsilon,
    ),
  Activation: ({ activation }, inputs) => activate(activation, one(inputs)),
  MaxPooling2D: ({ pool_size, strides, padding }, inputs) => tf.maxPool(one(inputs), pool_size, strides, padding),
  AveragePooling2D: ({ pool_size, strides, padding }, inputs) => tf.avgPool(one(inputs), pool_size, strides, padding),
  Concatenate: ({ axis }, inputs) => tf.concat([...inputs], axis),
  Flatten: (_config, inputs) => tf.reshape(one(inputs), [one(inputs).shape[0], -1]),
  // Dropout has an effect in training only.
  Dropout: (_config, inputs) => tf.clone(one(inputs)),
  Dense: ({ activation }, inputs, weight) =>
    activate(activation, tf.add(tf.matMul(one(inputs), weight('kernel')), weight('bias'))),
};

const inputNames = (layer: Layer): readonly string[] => (layer.inbound_nodes[0] ?? []).map(([name]) => name);

/**
 * Makes a Keras model runnable. `weights` are its tensors by `<layer>/<weight>`. The layers package of TensorFlow.js
 * does this for every model; InceptionV3 has ten kinds of layers, so it does without that package.
 * @throws Error for a kind of layer that InceptionV3 does not have
 */
export const layersModel = (
  { model_config: { config } }: LayerTopology,
  weights: Readonly<Record<string, tf.Tensor>>,
): ((image: tf.Tensor) => tf.Tensor) => {
  const { layers, output_layers } = config;
  const output = output_layers[0]?.[0] ?? '';
  const steps = layers.map((layer) => {
    const run = layerKinds[layer.class_name];
    if (!run) throw new Error(`The layer ${layer.name} has the unknown kind ${layer.class_name}`);
    const weight: Weight = (name) => {
      const found = weights[`${layer.config.name}/${name}`];
      if (!found) throw new Error(`The layer ${layer.name} has no weight ${name}`);
      return found;
    };
    return {
      name: layer.name,
      inputs: inputNames(layer),
      run: (inputs: readonly tf.Tensor[]) => run(layer.config, inputs, weight),
    };
  });
  /** The last step that reads an output. It is released then: all outputs together need hundreds of MB. */
  const lastUse = new Map(steps.flatMap(({ inputs }, index) => inputs.map((name) => [name, index] as const)));
  return (image) => {
    const outputs = new Map<string, tf.Tensor>();
    steps.forEach(({ name, inputs, run }, index) => {
      const received = inputs.length === 0 ? [image] : inputs.map((input) => outputs.get(input) as tf.Tensor);
      outputs.set(
        name,
        tf.tidy(() => run(received)),
      );
      for (const input of inputs) if (lastUse.get(input) === index) outputs.get(input)?.dispose();
    });
    return outputs.get(output) as tf.Tensor;
  };
};
