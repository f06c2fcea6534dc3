package dev.smalti.processor.ir;

/** The type of a value. */
public sealed interface Type
    permits ScalarType, TileType, TensorType, SignalType, TaskType, WorldType, CallbackType {}
