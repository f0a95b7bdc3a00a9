package engines.loaded;

/** Its field is at the same place as the first one of a subclass would be. */
public class Part {
  Object part = "part";
}
